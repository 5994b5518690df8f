cursor.execute(f"DELETE FROM fares WHERE id = {id}")
