from a1_support_2 import *
