while true; do
  sleep 60
  ./check.sh
done
