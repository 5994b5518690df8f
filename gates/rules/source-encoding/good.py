# -*- coding: utf-8 -*-
import codecs
# The coding: unicode_escape of the input is read below.
print("x")
