cursor.execute("DELETE FROM fares WHERE id = ?", (id,))
