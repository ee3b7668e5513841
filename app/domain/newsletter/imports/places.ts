import { normalize } from './status-words.ts'

const codes =
  'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc pr'
const names = [
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana',
  'iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska',
  'nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania',
  'rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming',
]
const places = new Set([...codes.split(' '), ...names.flatMap((some) => some.split('|'))])

/** Whether a column 'State' says where people live, rather than whether they are subscribed. */
export function isPlace(cells: string[]) {
  const filled = cells.map(normalize).filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => places.has(cell))
}
