access = "user"  # שלום
