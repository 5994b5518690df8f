require 'net/http'
puts Net::HTTP.get(URI('https://a.example.net/t.json'))
