import type { ClaimPattern } from './claim-patterns.ts'
import { wholeWords, disease, offers, reading, symptom, verbs, within } from './claim-words.ts'

const either = `(?:${disease}|${symptom})`

const helps = [
  verbs(
    'support benefit assist aid help relieve sooth soothe heal treat ease calm comfort fight correct restore guard:',
  ),
  verbs('shield battle tackle target address alleviate manage control: improve reverse prevent overcome resist stop:'),
  'fends? off|uproots?|uprooting|dissolv(?:e|es|ing)|boon|boost(?:s|ing)?|wipe[sd]? out|ward(?:s|ing)? off|supportive|supporting|supporter|relief|useful|helpful|beneficial|effective|powerful|potent|good|great|best|excellent|ideal|perfect|known|trusted|prescribed|indicated|suggested|recommended|prevent(?:at)?ive|curative|remed(?:y|ies)|cures?|hope|answers?|solutions?|secret|weapon|ally|friend|wonders|allrounder|must-have|go-to|potential|promising|trials?|protects?|protection|works?|acts?|acting|used|uses|using|goodbye|farewell|ends?|puts?',
].join('|')

/** What is sold or done, as it stands after the name of a disease: 'psoriasis oil', 'arthritis support formula'. */
const goods = `${offers}|formulas?|support|relief|tea|oils?|balms?|drops|pills?|mix|kits?|packs?|packages?|bundles?|treatments?|therap(?:y|ies)|protocols?|program(?:me)?s?|courses?|plans?|diets?|care|management|control|specialists?|experts?|healing|retreats?|clinic|detox|cleanse|busters?|defen[cs]e`

const gets =
  'slow(?:s|ed|er)|rare|balanc(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|root cause|way out|spoon(?:ful)?s?|sips?|cups?|dos(?:e|es|age)|taken?|takes|taking|daily|natural(?:ly)?|herbal|ayurvedic|patients?|we treat|swear|fad(?:e|es|ed|ing)|respond(?:s|ed|ing)?|improv(?:e|es|ed|ing)|vanish(?:es|ed)?|disappear(?:s|ed)?|shr(?:ink|inks|ank|unk)|melt(?:s|ed)?|loosen(?:s|ed)?|subsid(?:e|es|ed|ing)|lessen(?:s|ed)?|settl(?:e|es|ed)|heal(?:s|ed|ing)?|stop(?:s|ped)?|clear(?:s|ed)?|fewer|relief|benefit(?:s|ed|ting)?|breathe|recover(?:s|ed|ing)?|uproot(?:s|ed)?|eradicat(?:e|es|ed)|love|swear by|find|normali[sz]ed?|normal again|under control|in check|at bay|no match|gone|away'

/**
 * A disease in one sentence with any word of help or sale. Shops find a new wording for each of their claims, and a list
 * of exact wordings found two in three; these ask for little, and so never count where a sentence cautions.
 */
export const broadPatterns: ClaimPattern[] = [
  {
    id: 'disease-beside-help',
    kind: 'disease',
    broad: true,
    match: wholeWords(disease),
    beside: wholeWords(`${helps}|${goods}|${gets}`),
  },
  {
    id: 'goods-for-reading',
    kind: 'effect',
    broad: true,
    match: wholeWords(
      `${reading}${within(1)}(?:formulas?|teas?|pills?|capsules?|tablets?|remed(?:y|ies)|herbs?|drops|tonics?|cures?|oils?|mix|juices?)|${reading}(?: levels?)? (?:down|normal)`,
    ),
    instead: 'helps maintain levels that are already within the normal range',
  },
  {
    id: 'restores-function',
    kind: 'effect',
    broad: true,
    match: wholeWords(
      `(?:${verbs('restore regain revive repair reactivate')}|brings? back)${within(2)}(?:fertility|potency|thyroid function|hearing|vision|eyesight|insulin sensitivity|mobility|sexual function|memory)`,
    ),
    instead: 'supports everyday well-being',
  },
  {
    id: 'studies-say',
    kind: 'proof',
    broad: true,
    match: wholeWords(
      `(?:stud(?:y|ies)|research|science|scientists|trials?|evidence|clinically)(?: (?:has|have|now|also|been)){0,5} (?:show(?:s|ed|n|ing)?|suggest(?:s|ed|ing)?|indicat(?:e|es|ed|ing)|confirm(?:s|ed|ing)?|found|finds?|demonstrat(?:e|es|ed|ing)|reveal(?:s|ed)?|back(?:s|ed)?|support(?:s|ed)?|tested|link(?:s|ed)?)${within(10)}(?:${either}|${reading}|cortisol|germs|viruses|bacteria)`,
    ),
    instead: 'traditionally used in Ayurveda',
  },
  {
    id: 'list-of-diseases',
    kind: 'disease',
    broad: true,
    match: wholeWords(
      `${either}(?:,${within(2)}${either}){2,8}|(?:uses?|benefits|helps|indications?|indicated|helpful|useful|good) ?(?:for|in)?:${within(2)}${either}`,
    ),
  },
  {
    id: 'asks-who-suffers',
    kind: 'disease',
    broad: true,
    match: wholeWords(
      `(?:suffer(?:s|ing)?|struggl(?:e|es|ing)|battl(?:e|es|ing)|dealing|tired|sick|fed up|plagued|bothered|cope|coping)(?: (?:from|with|of|by))?${within(2)}${either}`,
    ),
  },
]
