MARKS = {
    EMPTY: '  ',
    FROZEN: '  ',
    FALLING: '()',
    LANDED: '||',
    MATCHED: '**',
}
