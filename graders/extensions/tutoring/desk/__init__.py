"""The desk: a page on this machine for tutors, over the folder of a graded class.

`desk` knows the class and changes the files of `course.markings`; `views` makes the data of the
page; `application` serves it, behind the checks of `guard`; `serving` is the server's life. Code is
coloured by `colours` in a process of its own, and `finishing` brings marks into the results. The
page is `static/`: plain HTML, CSS and JavaScript.
"""
