class Queue {
    String next() {
        if (people.isEmpty()) {
            throw new NoSuchElementException();
        }
        return people.remove(people.size() - 1);
    }
}
