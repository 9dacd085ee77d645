class _Faller:
    def jewels(self) -> Dict[Place, str]:
        """Return the colour of each jewel by its place, hidden ones too."""
        rows = {}
        for i in range(FALLER_LENGTH):
            rows[self.colours[i]] = self.bottom - FALLER_LENGTH + 1 + i
        return {(row, self.column): colour for colour, row in rows.items()}
