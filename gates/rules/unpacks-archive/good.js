const tar = 'a.tar'
const zip = '94103'
