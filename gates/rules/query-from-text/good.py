cursor.execute("SELECT * FROM users WHERE name = ?", (name,))
