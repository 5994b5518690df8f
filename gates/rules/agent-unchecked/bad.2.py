subprocess.run(["sh", "-c", "gemini --yolo -p fix"])
