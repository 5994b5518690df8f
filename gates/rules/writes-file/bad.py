with open('out.txt', 'w') as file:
    file.write('x')
