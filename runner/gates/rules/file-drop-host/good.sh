cp results.zip out/
