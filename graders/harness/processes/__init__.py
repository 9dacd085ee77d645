"""Warm processes that grade submissions, and the pool that keeps them."""
