import { hasOffWord } from './off-words.ts'
import { removedCell } from './removed-cell.ts'

/** What people have, in the words of tags and notes. */
const words = [
  'diabet\\p{L}*|hypertens\\p{L}*|hipertens\\p{L}*|bluthochdruck|asthma\\p{L}*|depress(?:ion|ive|ed)|anxiety|pregnan\\p{L}*|schwanger\\p{L}*',
  'embarazad\\p{L}*|enceinte|cancer|c\u00e1ncer|brustkrebs|tumou?rs?|leuka?emia|(?:carcin|lymph|melan|glauc|sarc)oma|chemo(?:therapy)?',
  'migraines?|eczema|psoriasis|acne|pcos|pms|pmdd|ibs|ibd|gerd|hiv|aids|herpes|epilep\\p{L}*|insomnia|infertil\\p{L}*|ivf',
  'miscarriage|abortion|menopaus\\p{L}*|fibroids?|(?:fibromy|neur|my)algia|(?:hypo|hyper)?thyroid\\p{L}*|copd|adhd|ptsd|ocd|bipolar',
  'schizophren\\p{L}*|autis(?:m|tic)|dementia|alzheimer\\p{L}*|parkinson\\p{L}*|stroke|angina|reflux|sciatica|ana?emi[ac]|gout',
  'lupus|crohn\\p{L}*|c(?:o)?eliac|ulcers?|hernia|vertigo|obes(?:e|ity)|anorexi\\p{L}*|bulimi\\p{L}*|addiction|alcoholi(?:c|sm)',
  // Codes of ICD-10.
  '[A-TV-Z]\\d[\\dAB]\\.\\d[\\dA-Z]{0,3}',
  'allerg(?:y|ies|ic)|hot flash(?:es)?|bloating|constipation|diarrh?o?ea|neuropath(?:y|ic)|retinopathy',
  'high blood pressure|high cholesterol',
  '(?:back|neck|knee|hip|joint|chronic|pelvic|chest) pain',
  '(?:heart|liver|kidney|lung|thyroid|autoimmune) (?:disease|failure|attack|disorder)',
].join('|')

/** Ends of words. */
const ends = [
  '(?:arthr|gastr|col|hepat|dermat|bronch|sinus|cyst|mening|nephr|pancreat|appendic|rhin|tendon|burs|prostat|diverticul)itis',
  '(?:scler|opor|metri|cirrh|tubercul|thromb|scoli|psych|fibr)osis',
].join('|')

const healthWord = new RegExp(`(?:(?<![\\p{L}\\p{N}])(?:${words})|${ends})(?![\\p{L}\\p{N}])`, 'iu')
const eachHealthWord = new RegExp(`(?:(?<![\\p{L}\\p{N}.@_-])(?:${words})|${ends})(?![\\p{L}\\p{N}]|[\\w.+-]*@)`, 'giu')

export const hasHealthWord = (text: string) => healthWord.test(text)

/** Removes tags, or parts of a note, that tell what somebody has. Only the word itself where the rest matters here. */
export function blankHealth(text: string) {
  if (!hasHealthWord(text)) return text
  return text.replaceAll(/[^,;|\n]+/g, (part) => {
    if (!hasHealthWord(part)) return part
    const isNeeded = part.includes('@') || hasOffWord(part)
    return isNeeded ? part.replace(eachHealthWord, removedCell) : part.replace(/\S(?:.*\S)?/s, removedCell)
  })
}
