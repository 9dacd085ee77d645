"""What I tried out."""
import columns

if __name__ == '__main__':
    print(columns.EMPTY)
