pip install git+https://github.com/x/helper.git
