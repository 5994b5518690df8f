while (true) {
  values.push(1)
}
