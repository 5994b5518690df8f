from collections.abc import Mapping, MutableMapping


class CaseInsensitiveDict(MutableMapping):
    """Keeps the case of the key that was set last."""

    def __init__(self, data=None, **kwargs):
        self._store = {}
        self.update(data or {}, **kwargs)

    def __setitem__(self, key, value): self._store[key.lower()] = (key, value)
    def __getitem__(self, key): return self._store[key.lower()][1]
    def __delitem__(self, key): del self._store[key.lower()]
    def __iter__(self): return (key for key, _ in self._store.values())
    def __len__(self): return len(self._store)
    def lower_items(self): return ((key, value) for key, (_, value) in self._store.items())
    def copy(self): return CaseInsensitiveDict(self._store.values())
    def __repr__(self): return str(dict(self.items()))

    def __eq__(self, other):
        return isinstance(other, Mapping) and dict(self.lower_items()) == dict(CaseInsensitiveDict(other).lower_items())
