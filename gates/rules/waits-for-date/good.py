if departure > arrival:
    raise ValueError("departs after it arrives")
