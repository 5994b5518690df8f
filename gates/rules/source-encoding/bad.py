# -*- coding: utf-7 -*-
print("x")
