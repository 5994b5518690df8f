import os
region = os.environ.get("REGION", "eu")
