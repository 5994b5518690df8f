with open('in.txt') as file:
    print(file.read())
