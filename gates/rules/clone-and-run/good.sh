git clone https://github.com/x/timetables && cd timetables && ls
