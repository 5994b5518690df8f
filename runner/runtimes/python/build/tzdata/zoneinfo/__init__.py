"""A folder of time zones. Each region is a package with this code."""

from tzdata import Folder

__spec__.loader = Folder(__spec__)
