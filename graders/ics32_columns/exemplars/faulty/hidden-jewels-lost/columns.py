class Columns:
    def _freeze(self) -> None:
        """Make frozen jewels of what is in the field of the faller."""
        fits = True
        for place, colour in self._faller.jewels().items():
            if place[0] >= TOP:
                self._frozen[place] = colour
            else:
                fits = False
        self._faller = None
        self._match()
        if not self._matched and not fits:
            self._over = True
