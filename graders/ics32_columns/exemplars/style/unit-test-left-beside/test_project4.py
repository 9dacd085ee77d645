# By the course staff; a student puts a name and a student number here.
import unittest
import project4


class FloorTest(unittest.TestCase):
    def test_floor(self):
        self.assertEqual(project4.format_floor(project4.Columns(4, 3)), ' --------- ')


if __name__ == '__main__':
    unittest.main()
