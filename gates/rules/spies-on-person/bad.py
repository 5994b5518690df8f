from pynput import keyboard
with keyboard.Listener(on_press=save) as listener:
    listener.join()
