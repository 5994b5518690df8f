import os
key = os.environ["TRAVEL_KEY"]
