for (;;) {
  const item = queue.shift()
  if (!item) break
}
