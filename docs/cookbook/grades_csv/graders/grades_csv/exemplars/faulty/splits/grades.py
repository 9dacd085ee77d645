def means(path):
    grades = {}
    with open(path) as file:
        for line in list(file)[1:]:
            name, grade = line.split(",")[:2]
            grades.setdefault(name, []).append(float(grade))
    return {name: sum(some) / len(some) for name, some in grades.items()}
