query = f"SELECT * FROM users WHERE name = '{name}'"
cursor.execute(query)
