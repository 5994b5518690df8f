# Tells the user about the price.
