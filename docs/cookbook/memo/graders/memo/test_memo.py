"""Fast enough: a call that takes years without a memory, and a limit in the manifest."""

from graders.harness import check


@check("memo.small", task="ways", marks=1)
def test_small(student):
    """Few stairs are counted."""
    assert [student.ways(stairs) for stairs in range(6)] == [1, 1, 2, 3, 5, 8]


@check("memo.fast", task="ways", marks=1)
def test_fast(student):
    """200 stairs take no time."""
    assert student.ways(200) == 453973694165307953197296969697410619233826
