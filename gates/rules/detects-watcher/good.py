import sys
sys.exit(main())
