import type { Tongue } from './countries.ts'

/** The parts of hotel names in one language. */
interface NameWords {
  /** The kinds of hotels, the more luxurious half first. */
  kinds: readonly string[]
  names: readonly string[]
  /** Parts of town. A hotel at the airport or by the water is named after the airport or the water instead. */
  parts: readonly string[]
  airport: string
  shore: string
}

const list = (text: string) => text.split(', ')

export const nameWords: Readonly<Record<Tongue, NameWords>> = {
  en: {
    kinds: list(
      'The # Hotel, # House, Hotel #, The # Residence, The # Inn, # Lodge, The # Rooms, # Guest House, # Apartments',
    ),
    names: list(
      'Wren, Copperfield, Old Mill, Ashgrove, Beacon, Corner, Thornbury, Clocktower, Fig Tree, Quayside, Lockkeeper, Rosewater, Bellweather, Hazel, Three Gables, Ferryman, Larkspur, Mercer, Stonebridge, Gable, Pepperfield, Chandler, Windrush, Greenwell, Millpond, Arbour, Hollybrook, Tidewater, Rookery, Sailmaker',
    ),
    parts: list('Central, Station, Riverside, Old Town, North, South, West End, Market, Park, University'),
    airport: 'Airport',
    shore: 'Beach',
  },
  fr: {
    kinds: list('Hotel #, Villa #, Residence #, Maison #, Relais #, Le Petit Hotel #, Auberge #'),
    names: list(
      'du Vieux Puits, des Tilleuls, de la Gare, du Marronnier, des Deux Ponts, de la Fontaine, du Moulin, des Lilas, de la Poste, du Rempart, des Ateliers, Beausoleil, du Lavoir, des Orfevres, de la Halle, du Canal, des Acacias, du Colombier, Sainte Odile, du Belvedere, des Trois Rois, de la Treille, du Passage, Montfleury, des Peupliers',
    ),
    parts: list('Centre, Gare, Vieille Ville, Rive Gauche, Nord, Sud, Opera, Marche, Parc, Universite'),
    airport: 'Aeroport',
    shore: 'Plage',
  },
  es: {
    kinds: list('Hotel #, Palacio #, Casa #, Posada #, Hostal #, Pension #, Apartamentos #'),
    names: list(
      'del Olivo, La Almazara, Los Naranjos, del Patio, Santa Brigida, El Mirador, de la Fuente, Las Golondrinas, Puerta Nueva, El Molino, Buenavista, del Reloj, Los Arcos, San Lesmes, La Higuera, del Puente, El Cerezo, Las Palmeras, Media Luna, Campo Verde, del Herrero, La Celosia, El Azahar, Plaza Chica',
    ),
    parts: list('Centro, Estacion, Casco Antiguo, Norte, Sur, Catedral, Mercado, Parque, Universidad'),
    airport: 'Aeropuerto',
    shore: 'Playa',
  },
  it: {
    kinds: list('Hotel #, Palazzo #, Villa #, Residenza #, Albergo #, Locanda #, Pensione #'),
    names: list(
      'del Glicine, Tre Cipressi, della Torre Vecchia, Santa Fiora, dei Mercanti, Bellaluna, del Pozzo, Corte Antica, degli Aranci, La Meridiana, del Fornaio, San Zeno, Belfiore, della Rondine, Due Colonne, del Melograno, Il Chiostro, dei Tessitori, Mezzaluna, La Loggia, del Ponte, Sant Elmo, del Borgo, Fontechiara',
    ),
    parts: list('Centro, Stazione, Centro Storico, Nord, Sud, Duomo, Mercato, Parco, Universita'),
    airport: 'Aeroporto',
    shore: 'Lungomare',
  },
  de: {
    kinds: list('Hotel #, Stadthotel #, Haus #, Hotel garni #, Gasthof #, Pension #'),
    names: list(
      'Zur Linde, am Brunnen, Goldener Hahn, Zum Kranich, Drei Eichen, am Wall, Alte Muehle, Kastanienhof, am Markt, Weisser Hirsch, Zur Post, Rosengarten, Fuchsbau, am Kanal, Birkenhof, Zum Anker, Sonnenblick, Bergfried, Kupferkanne, am Stadttor, Lindenhof, Silberpappel',
    ),
    parts: list('Zentrum, Hauptbahnhof, Altstadt, Nord, Sued, Messe, Markt, Stadtpark, West, Universitaet'),
    airport: 'Flughafen',
    shore: 'am Wasser',
  },
  pt: {
    kinds: list('Hotel #, Quinta #, Solar #, Casa #, Pousada #, Residencial #'),
    names: list(
      'da Oliveira, do Azulejo, das Laranjeiras, do Largo, Santa Rita, do Miradouro, da Fonte, das Andorinhas, Porta Nova, do Moinho, Boa Vista, do Relogio, dos Arcos, da Figueira, da Ponte, das Camelias, do Limoeiro, Campo Verde, da Colina, do Farol, das Flores, da Ribeira',
    ),
    parts: list('Centro, Estacao, Baixa, Norte, Sul, Se, Mercado, Parque, Universidade'),
    airport: 'Aeroporto',
    shore: 'Praia',
  },
  nordic: {
    kinds: list('Hotel #, Hotell #, # Apartments, # Gjestehus, # Pensjonat'),
    names: list(
      'Bjorkvik, Sjoblikk, Fyrlykt, Granlund, Nordhavn, Stenbro, Lyngen, Havsjel, Vestlys, Kirsebaer, Torvet, Solbakken, Birkelund, Elvebredd, Kvern, Tranekroken, Lindely, Svanholm, Rognebaer, Vinterhagen',
    ),
    parts: list('Sentrum, Stasjon, Gamleby, Nord, Syd, Torg, Park, Vest, Universitet'),
    airport: 'Lufthavn',
    shore: 'Strand',
  },
  slavic: {
    kinds: list('Hotel #, Villa #, Apartments #, Penzion #, Pansion #'),
    names: list(
      'Pod Lipou, Zlata Studna, Stara Brana, U Kasny, Orechovka, Bily Kon, Javor, Kamenica, Lastovka, Most, Pod Vezi, Krystal Dvur, Jantar, Vila Rosa, Slunce, U Mlyna, Modra Hvezda, Ruzovy Dum, Kasztan, Srebrna',
    ),
    parts: list('Centrum, Nadrazi, Stare Mesto, Sever, Jih, Hrad, Trh, Park, Zapad, Univerzita'),
    airport: 'Airport',
    shore: 'Riviera',
  },
  gulf: {
    kinds: list('# Palace, # Hotel, Dar #, # Residence, # Suites, # Garden Hotel'),
    names: list(
      'Al Yasmin, Noor, Al Bustan Saghir, Rayhan, Zaytoun, Al Manara, Safwa, Najma, Al Nakheel, Wadi, Sahra, Lulu, Al Qamar, Rimal, Zahra, Al Khaima, Marjan, Shams, Yaqut, Al Fanar',
    ),
    parts: list('Central, Station, Old Town, North, South, Souq, Garden, University'),
    airport: 'Airport',
    shore: 'Beach',
  },
  asia: {
    kinds: list('# Hotel, # Residence, # Garden Hotel, # Boutique Hotel, # Suites, Hotel #, # Guesthouse'),
    names: list(
      'Lotus Lane, Jade Gate, Silver Crane, Plum Court, Golden Carp, Bamboo Path, Moon Bridge, White Lotus, Red Lantern, Cloud Terrace, Orchid Yard, Banyan Corner, Tea Hill, River Stone, Morning Star, Pearl Garden, Sandal Tree, Nine Steps, Blue Heron, Rain Tree, Mango Grove, Paper Kite, Temple Street, Frangipani',
    ),
    parts: list('Central, Station, Old Quarter, North, South, Riverside, Night Market, Park, University'),
    airport: 'Airport',
    shore: 'Beach',
  },
  ja: {
    kinds: list('Hotel #, # Ryokan, # no Yado, # Inn, Business Hotel #, Guest House #'),
    names: list(
      'Sakuraya, Tsukimi, Hanamichi, Matsukaze, Kawabe, Yukiguni, Asahiro, Komorebi, Tsubaki, Fujimori, Minatomachi, Kaede, Suzunoki, Aoyagi, Momiji, Hoshizora, Kitahama, Ishibashi, Wakaba, Nagareboshi',
    ),
    parts: list('Ekimae, Chuo, Kita, Minami, Higashi, Nishi, Kawabata, Hommachi, Koen, Daigaku'),
    airport: 'Kuko',
    shore: 'Kaigan',
  },
}
