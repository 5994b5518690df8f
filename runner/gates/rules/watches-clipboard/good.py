pyperclip.copy(result)
