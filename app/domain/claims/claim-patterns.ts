import { broadPatterns } from './broad-patterns.ts'
import {
  wholeWords,
  between,
  disease,
  medicine,
  offers,
  customerMedicine,
  reading,
  symptom,
  verbs,
  within,
} from './claim-words.ts'

/** Which rule a wording runs into. The numbers are those of 21 CFR 101.93(g). */
export type ClaimKind = keyof typeof claimKinds

/** Shown to the author of the text. */
export const claimKinds = {
  disease: {
    why: 'Claims or implies an effect on a disease. Only an approved drug may claim that.',
    source: '21 CFR 101.93(g)(2)(i); FDA letters to ayurveda-herbs.com (2009) and Kottakkal Ayurveda USA (2022)',
  },
  diagnosis: {
    why: 'Claims that a disease can be detected. That is a diagnosis.',
    source: '21 U.S.C. 321(g)(1)(B); 21 CFR 101.93(g)(1)',
  },
  symptom: {
    why: 'Promises relief from a symptom of disease, such as pain or fever.',
    source: '21 CFR 101.93(g)(2)(ii)',
  },
  effect: {
    why: 'Names an effect that only a treatment for a disease can have.',
    source: '21 CFR 101.93(g)(2)(ii) and (x); FDA letter to the Triphala shop herbal-supplements-for-you.com (2010)',
  },
  germs: {
    why: 'Claims that something acts on the cause of a disease.',
    source: '21 CFR 101.93(g)(2)(viii); FDA letters on COVID-19 (2020 and 2021)',
  },
  'drug-class': {
    why: 'Presents a product as a type of drug, such as a pain reliever or antibiotic.',
    source: '21 CFR 101.93(g)(2)(v); FDA letter to Ayurvedic Concepts (1998)',
  },
  substitute: {
    why: 'Presents a product as a replacement for, or companion to, a medicine. Someone may stop taking theirs.',
    source: '21 CFR 101.93(g)(2)(vi), (vii) and (ix); FDA letter to ayurveda-herbs.com (2009)',
  },
  toxins: {
    why: 'Claims that toxins leave the body. None is named or measured, so it reads like a treatment for poisoning.',
    source: '21 CFR 101.93(g)(2)(x); FDA notes on heavy metals in Ayurvedic products',
  },
  proof: {
    why: 'Promises a proven or guaranteed result, or an approval that was never given.',
    source: 'FTC Act, section 5; 21 U.S.C. 331 and 343(a)',
  },
  testimonial: {
    why: 'Describes a recovery. A clinic that repeats it makes the claim its own.',
    source: '16 CFR 255.2; FDA letter to Kottakkal Ayurveda USA (2022)',
  },
} as const satisfies Record<string, { why: string; source: string }>

export type ClaimPattern = {
  id: string
  kind: ClaimKind
  match: RegExp
  /** Without one, the alternative comes from the disease that is named. */
  instead?: string
  /** Matches so much that it does not count in sentences of caution or news (`isCaution`). */
  broad?: true
  /** The sentence must also contain this, anywhere. */
  beside?: RegExp
}

/** 'Occasional' constipation and 'mild' pain after exercise are no diseases (65 FR 1000, on the symptoms of daily life). */
const withinSymptom = (most: number) => within(most).replace('(?!(?:', '(?!(?:occasional|mild|everyday|')
const space = '[ -]'

const either = `(?:${disease}|${symptom})`

const strongVerbs = verbs(
  'cure treat heal prevent mitigate reverse combat conquer defeat destroy kill eliminate eradicate overcome banish halt suppress inhibit block neutralize neutralise remedy relieve alleviate ameliorate',
)
const gentleVerbs = verbs(
  'reduce lower decrease lessen minimize minimise diminish improve manage control: ease soothe calm resolve correct delay slow counter counteract attack end stop:',
)
const professional = '(?:doctor|physician|hospital|specialist|oncologist|dermatologist|psychiatrist|dentist|surgeon)s?'
const adverbs =
  '(?:(?:also|often|easily|naturally|completely|totally|fully|now|permanently|safely|all|finally|effectively|been|be|almost) ){0,5}'

/**
 * A quick first filter: every claim contains one of these, and most sentences contain none. A pattern whose words are
 * missing here never matches; the test of the list finds it.
 */
export const anchors = new RegExp(
  `(?<![a-z0-9])(?:${either}|${customerMedicine}|cure|curing|heal|saved|panacea|remission|no longer|symptom|anti|analges|hypo|hepato|cardio|neuro|chemo|febri|vermi|immuno|sedative|diuretic|disinfect|pain|blood|ldl|cholesterol|triglycerid|uric|a1c|hba1c|glucose|sugar|heart|insulin|sperm|h?a?emoglobin|platelet|white|t-cell|bone|thyroid|ejection|growth|gall|kidney|bladder|prostate|the prostate|an enlarged|arter|plaque|wound|burns|cuts|fracture|broken|tissue|gut|lungs?|joints|skin|liver|scars|cartilage|nerve|neuron|pancreas|beta|eyesight|vision|hearing|fertility|fallopian|potency|mobility|sexual|memory|study|lost|hair|damaged|immun|virus|bacteri|germ|fung|microb|pathogen|parasit|(?:tape|round|hook|pin)?worm|super|yeast|h\\. ?pylori|e\\. ?coli|toxi|poison|pesticid|mercury|heavy|detox|prove|clinic|scientific|doctor|studies|research|science|trials|miracle|guarant|permanent|100|one hundred|no side|zero|without|free of|free from|side|completely|totally|perfectly|fda|approved)`,
)

/** A heartbeat is back to normal after any walk. */
const measured = `(?!heart rate)${reading}`

/** Reviewed one by one against the test phrases beside this file; see docs/decisions/claims.md. */
export const claimPatterns: ClaimPattern[] = [
  {
    id: 'acts-on-disease',
    kind: 'disease',
    match: wholeWords(
      `(?:${strongVerbs}|fights?|fighting|fought|beats?|beating|(?:gets?|getting|got|rids?|ridding)(?: (?:you|yourself|your body|the body|us))? (?:rid )?of|wards? off|warding off|keeps? away|(?:stays?|keeps?(?: you)?|be|become|remain) free (?:from|of)|protects?(?: you| us| your body)? (?:against|from)|protecting(?: you)? (?:against|from)|works? (?:against|on)|guards? against)${within(5)}${disease}|keeps?${within(2)}${disease} (?:away|at bay|in check|under control)|(?:${verbs('send kick')})${within(2)}${disease} (?:packing|out|away|to the curb)`,
    ),
  },
  {
    id: 'eases-disease',
    kind: 'disease',
    match: wholeWords(
      `(?:${gentleVerbs}|${verbs('zap: crush')}|(?:${verbs('knock stamp wipe')}) out|blast(?:s|ing|ed)? away|helps?(?: you)?(?: to)?(?: (?:with|for|in|against|fight|beat|cure|those with|people with))?|aids? in|lowers? (?:the|your) risk of|cuts? (?:the|your) risk of)${within(2)}${disease}`,
    ),
  },
  {
    id: 'lowers-risk',
    kind: 'disease',
    broad: true,
    match: wholeWords(
      `(?:${verbs('reduce lower decrease cut: halve lessen diminish slash minimize')})(?: (?:the|your|my|his|her|their))? (?:risks?|chances?|odds|likelihood) (?:of|for)${within(3)}${disease}`,
    ),
  },
  {
    id: 'prevents-aids',
    kind: 'disease',
    match: wholeWords(`(?:${verbs('cure treat prevent reverse')}) (?:cancer and |hiv and |hiv or )?aids`),
    instead: 'supports the immune system',
  },
  {
    id: 'remedy-for-disease',
    kind: 'disease',
    match: wholeWords(
      `(?:treatments?|therap(?:y|ies)|medicines?|cures?|remed(?:y|ies)|relief|healing|prevention|mitigation|reversal|management|control|reduction|protection|solutions?|answers?|antidotes?|defen[cs]es?|indications?|indicated|recommended|prescribed|used|useful|protective|effective|helpful|beneficial|benefits?|good|great|best|excellent|ideal|powerful|works?|wonders|boon|success(?:ful)?|results)(?: (?:for|of|in|against|from|with|to))(?: (?:the )?(?:treatment|therapy|relief|cure|prevention|management|control|healing|mitigation) (?:of|for|from))?${within(3)}${disease}`,
    ),
  },
  {
    id: 'offer-for-disease',
    kind: 'disease',
    match: wholeWords(`(?:${offers}) (?:for|against|in|to fight|to beat)${within(2)}${disease}`),
  },
  {
    id: 'disease-remedy',
    kind: 'disease',
    match: wholeWords(
      `${disease}(?:${space}(?:fighting|preventing|curing|busting|killing|reversing|killers?|cures?|remed(?:y|ies)|reversal|prevention|preventive|herbs?|herbal|supplements?|relief|destroyer)|,? (?:alternative|natural|herbal|ayurvedic|holistic) (?:medicines?|treatments?|therap(?:y|ies)|remed(?:y|ies)|cures?))`,
    ),
  },
  {
    id: 'natural-treatment-of-disease',
    kind: 'disease',
    match: wholeWords(
      `(?:ayurvedic|natural|herbal|alternative|holistic|effective|best|home|drug-free|traditional|our)${within(1)}${disease} (?:treatments?|therap(?:y|ies)|medicines?|care|programs?|programmes?|packages?|management|protocols?)`,
    ),
  },
  {
    id: 'disease-is-cured',
    kind: 'disease',
    match: wholeWords(
      `${either} (?:(?:can|may|could|will|is|are|was|were|has|have|had|get|gets) )${adverbs}(?:cured|treated|prevented|reversed|healed|controlled|managed|eliminated|eradicated|relieved|curable|reversible|treatable|preventable)(?! (?:only )?(?:by|with|at) (?:an? |your |the )?(?:licensed )?${professional})`,
    ),
    instead: 'supports everyday well-being alongside the care of your physician',
  },
  {
    id: 'cures-anything',
    kind: 'disease',
    match: wholeWords(
      `cure-?alls?|panaceas?|(?:natural|herbal|ayurvedic|ancient|permanent|miracle|miraculous|secret|instant|real|complete|total) cures?|cures (?:them|it|this)|cures? (?:everything|anything|you|all|naturally|permanently|completely)|permanently cures?|(?:cured|curing) (?:patients?|people|thousands|hundreds|many)`,
    ),
    instead: 'has a long tradition in everyday well-being',
  },
  {
    id: 'finds-disease',
    kind: 'diagnosis',
    match: wholeWords(
      `(?:diagnos(?:e|es|ing)|diagnosis of|${verbs('detect uncover')}|identify|identifies|identifying|reveals?|revealing)${within(3)}${disease}`,
    ),
    instead: 'a traditional observation of the pulse that informs our conversation',
  },
  {
    id: 'relieves-symptom',
    kind: 'symptom',
    match: wholeWords(
      `(?:${strongVerbs}|${verbs('reduce lessen decrease minimize minimise ease soothe calm numb end stop: fight')}|helps? (?:with|in|against)|gets? rid of|brings? down|says? goodbye to|goodbye|(?:remed(?:y|ies)|cures?|medicines?|treatments?|therap(?:y|ies)) (?:for|against|of)|relief (?:from|of)|(?:good|great|useful|helpful|effective|best|excellent) (?:for|against|in))${withinSymptom(2)}${symptom}`,
    ),
    instead: 'a calm hour for people who live with aches and stiffness',
  },
  {
    id: 'offer-for-symptom',
    kind: 'symptom',
    match: wholeWords(`(?:${offers}) (?:for|against|in)${withinSymptom(1)}${symptom}`),
    instead: 'a massage in long, even strokes, with time to rest',
  },
  {
    id: 'symptom-relief',
    kind: 'symptom',
    match: wholeWords(
      `${symptom}${space}(?:relief|relieving|reliever|relievers|killer|killers|killing|free|remed(?:y|ies)|cures?)|painkilling|pain${space}?free`,
    ),
    instead: 'gentle warmth for tired muscles',
  },
  {
    id: 'lowers-reading',
    kind: 'effect',
    match: wholeWords(
      `(?:${verbs('lower reduce decrease control: regulate normalize normalise stabilize stabilise balance manage drop: cut: improve')}|brings? down|bringing down)${within(4)}${reading}(?!(?: levels?)? (?:that (?:is|are) )?(?:already )?(?:with)?in (?:the )?(?:normal|healthy) (?:range|limits))|(?:${verbs('bring return get: restore')}|brought|got)${within(2)}${measured}(?: levels?)? (?:back |down ){0,2}to (?:normal|a healthy)|restores? (?:normal|healthy) ${measured}|${measured}(?: levels?)? (?:(?:returns?|returned|goes|went|comes?|came|falls?|fell) (?:back |down )?to|(?:is|are|will be) (?:back to )?) ?normal(?: again)?|keeps? (?:your |the )?${reading} (?:(?:in|under) (?:check|control)|down)|(?:my|his|her|their|your) ${reading}(?: levels?)? (?:is|are|was|were|went|came) (?:now )?(?:back to )?(?:normal|down|lower)`,
    ),
    instead: 'helps maintain levels that are already within the normal range',
  },
  {
    id: 'reading-reduction',
    kind: 'effect',
    match: wholeWords(
      `(?:blood${space}?(?:sugar|glucose|pressure)|cholesterol|triglyceride)(?: level)?s?${space}(?:reduction|reducing|reducer|lowering|control|balancing|regulation|regulator|busting|buster)`,
    ),
    instead: 'helps maintain levels that are already within the normal range',
  },
  {
    id: 'raises-insulin',
    kind: 'effect',
    match: wholeWords(
      `(?:${verbs('increase raise boost stimulate improve enhance restore normalize normalise')})${within(3)}(?:${medicine} (?:production|secretion|sensitivity|output|levels)|sperm (?:count|motility)|h(?:a)?emoglobin|platelets?|white blood cells|t-cells|bone density|thyroid function|kidney function|liver function|ejection fraction)`,
    ),
    instead: 'supports energy and everyday well-being',
  },
  {
    id: 'shrinks-growth',
    kind: 'effect',
    match: wholeWords(
      `(?:${verbs('shrink dissolve melt remove expel: flush')}|shrank|shrunk|reduc(?:es?|ing) the size of|breaks? down|breaking down|passes|passing)${within(3)}(?:${disease}|growths?|stones?|(?:the |an enlarged )?prostate)`,
    ),
    instead: 'supports everyday well-being',
  },
  {
    id: 'clears-arteries',
    kind: 'effect',
    match: wholeWords(
      `(?:${verbs('unclog: unblock clean cleanse clear open')})${within(2)}(?:arteries|arterial plaque|plaque|blood vessels|fallopian tubes?)|(?:${verbs('remove clear scrub: dissolve clean flush strip: melt')})${within(2)}plaque (?:from|in|off|out of)${within(2)}(?:arteries|arterial walls|artery walls|blood vessels)|(?:${verbs('thin: purify')}) (?:the |your )?blood|blood${space}(?:purifier|purifying|purification|thinning|cleanser|cleansing)|(?:natural|herbal|nature's) blood thinner`,
    ),
    instead: 'supports healthy circulation',
  },
  {
    id: 'regrows-tissue',
    kind: 'effect',
    match: wholeWords(
      `(?:${verbs('regenerate rebuild repair restore regrow: rejuvenate reactivate')}|regrew|rebuilt|grows? back|growing back)${within(3)}(?:${disease}|cartilage|liver(?: cells| tissue)?|nerves?(?: cells)?|neurons?|pancreas|beta cells|kidneys?|eyesight|vision|hearing|lost hair|hair growth|damaged (?:tissue|cells?|organs?|dna|joints?)|immune function)`,
    ),
    instead: 'supports healthy joints, skin and hair',
  },
  {
    id: 'heals-body-part',
    kind: 'effect',
    match: wholeWords(
      `(?:${verbs('heal cure')})${within(2)}(?:wounds?|burns|cuts|fractures?|broken bones|gut|liver|kidneys?|heart|thyroid|lungs?|nerves?|joints?|skin|scars)|(?:wound|bone|tissue|gut|liver|nerve)${space}healing`,
    ),
    instead: 'cares for the skin and supports comfortable digestion',
  },
  {
    id: 'kills-germs',
    kind: 'germs',
    match: wholeWords(
      `(?:${strongVerbs}|fights?|fighting|stops?|stopping|protects? (?:you )?(?:against|from)|protection (?:against|from)|effective against|wipes? out|works? against|disinfects? against)${within(3)}(?:virus(?:es)?|bacteria|bacterial|germs?|fungus|fungi|microbes?|pathogens?|parasites?|(?:tape|round|hook|pin)?worms|superbugs?|yeast|(?:cancer|tumou?r|malignant|leuk(?:a)?emia) cells|cancer(?:ous)? growths?|h\\. ?pylori|e\\. ?coli)`,
    ),
    instead: 'supports the immune system',
  },
  {
    id: 'resists-disease',
    kind: 'germs',
    match: wholeWords(
      `(?:immunity|immune (?:system|response|defen[cs]es?|boost(?:ing|er|ers)?|support|protection)|resistance|defen[cs]es?|body) (?:against|to fight|to resist|to combat|to beat|fights?|fight off|from|to)${within(2)}(?:${disease}|virus(?:es)?|bacteria|germs|pathogens)`,
    ),
    instead: 'supports the immune system',
  },
  {
    id: 'drug-like-action',
    kind: 'drug-class',
    match: wholeWords(
      `anti${space}?(?:${disease}|inflammatory|inflammatories|inflammation|bacterials?|virals?|fungals?|microbials?|parasitics?|septics?|depressive|anxiety|anxiolytic|diabetics?|cancer|cancerous|carcinogenic|tumou?r|hypertensives?|hypertension|pyretics?|spasmodics?|arthritics?|arthritis|rheumatics?|asthmatics?|allergic|allergenic|allergy|histaminic|convulsants?|epileptic|coagulants?|emetics?|diarrh(?:o)?eals?|malarials?|ulcer|ulcerogenic|psychotic|mutagenic|proliferative|cholesterol|hyperglyc(?:a)?emic|obesity|covid|viral|flu)|analgesics?|hypoglyc(?:a)?emic (?:action|activity|effects?|propert(?:y|ies)|herbs?|agents?)|hepatoprotective|cardioprotective|neuroprotective|chemopreventive|febrifuge|vermifuge|pain-?killing|disinfecting propert(?:y|ies)|medicinal cures?|immunostimulants?`,
    ),
    instead: 'a warming spice with a long tradition in the Indian kitchen',
  },
  {
    id: 'natural-drug',
    kind: 'drug-class',
    match: wholeWords(
      `(?:natural|herbal|nature's(?: own)?|ayurvedic|plant-based|powerful|potent|works? (?:as|like)|working (?:as|like)|acts? (?:as|like)|acting (?:as|like))(?: (?:an?|the|powerful|strong|natural|safe|own)){0,5}${between}(?:${medicine}|anti-?depressants?|sedatives?|diuretics?|statins?|steroids?|laxatives? for disease)`,
    ),
    instead: 'a traditional herb that helps you relax',
  },
  {
    id: 'instead-of-medicine',
    kind: 'substitute',
    match: wholeWords(
      `(?:(?:alternatives?|substitutes?|replacements?|answers?|equivalent|equal) (?:to|for|of)|${verbs('replace outperform')}|instead of|in place of|no more|say no to|no need (?:for|of)|(?:${verbs('eliminate reduce avoid decrease')}) (?:the |your |any )?(?:need|reliance|dependence|dependency) (?:for|on|of)|without(?: the)?(?: use of| need for| using)?|weans?(?: you)? off|${verbs('avoid')})(?: (?:a|an|any|all|the|your|harsh|toxic|dangerous|expensive|strong|invasive|daily|risky|costly|taking|their|those)){0,5}${between}${customerMedicine}`,
    ),
    instead: 'alongside any care your physician already gives you',
  },
  {
    id: 'medicine-alternative',
    kind: 'substitute',
    match: wholeWords(
      `${medicine},? (?:herbal |natural |ayurvedic |safe ){0,5}(?:alternatives?|substitutes?|replacements?)`,
    ),
    instead: 'alongside any care your physician already gives you',
  },
  {
    id: 'like-a-medicine',
    kind: 'substitute',
    match: wholeWords(
      `(?:better|safer|stronger|more (?:effective|powerful|potent)|faster|superior|similar|comparable|equivalent|equal|as (?:effective|good|powerful|potent|strong|well|safe)|works? (?:just )?(?:like|as well as)|just like|the (?:effects?|results?|power) of) ?(?:than|as|to|like)?(?: (?:the|any|most|many|your|that|effects?|of|those|taking)){0,5}${between}${customerMedicine}`,
    ),
    instead: 'alongside any care your physician already gives you',
  },
  {
    id: 'stop-your-medicine',
    kind: 'substitute',
    match: wholeWords(
      `(?:stop|quit|ditch|skip|drop|cancel|throw away|throw out|get off|come off|go off|reduce|say goodbye to|forget)(?: (?:taking|using|all|those|away)){0,5}${within(1)}(?:your|those|all your|these|all)${within(1)}${customerMedicine}|(?:${verbs('toss ditch bin: dump')}|(?:throw(?:s|n|ing)?|threw) (?:away|out)|quit)(?: (?:out|away))?${within(1)}(?:your|their|his|her|those|these|all)${within(2)}${customerMedicine}|leaves? (?:your|their)${within(1)}${medicine} (?:at home|behind)|say(?:s|ing)? goodbye to${within(1)}${medicine}`,
    ),
    instead: 'keep taking prescribed medicines, and ask your physician before you change anything',
  },
  {
    id: 'helps-a-medicine',
    kind: 'substitute',
    match: wholeWords(
      `(?:${verbs('boost enhance augment increase improve strengthen')}|makes?)${within(3)}(?:effect(?:s|iveness)?|action|work better)${within(2)}${customerMedicine}|makes?${within(2)}${customerMedicine} work (?:better|harder|faster)|(?:${verbs('reduce ease lessen prevent relieve counter counteract treat')})${within(3)}side${space}effects (?:of|from)${within(2)}${customerMedicine}`,
    ),
    instead: 'alongside any care your physician already gives you',
  },
  {
    id: 'removes-poisons',
    kind: 'toxins',
    match: wholeWords(
      `(?:${verbs('detoxify remove flush eliminate clear cleanse expel: purge release neutralize neutralise chelate excrete')}|draws? out|drawing out|pulls? out|pulling out|sweats? out|washes out|rids?(?: \\w+){0,3} of|gets? rid of)${within(4)}(?:heavy metals?|toxins?|toxic (?:waste|metals?|substances|chemicals|build-?up)|poisons?|pesticides|mercury)`,
    ),
    instead: 'lighter meals, regular rest and traditional oil practices',
  },
  {
    id: 'detoxifies-body',
    kind: 'toxins',
    match: wholeWords(
      `(?:${verbs('detoxify')}|detox(?:es|ed|ing)?)${within(2)}(?:body|blood|liver|system|kidneys?|colon|cells|organs?|lungs|lymph|skin|gut)|(?:heavy metal|liver|blood|colon|kidney|full[- ]body|whole[- ]body|body|lymphatic|cellular)${space}detox(?:ification|es|ing)?`,
    ),
    instead: 'a few days of lighter meals, rest and traditional oil practices',
  },
  {
    id: 'proven-result',
    kind: 'proof',
    match: wholeWords(
      `(?:clinically|scientifically|medically|doctor)${space}(?:proven|validated|demonstrated)(?: (?:to|that it|cure|remedy|treatment)${within(3)}${either})?|proven (?:cures?|remed(?:y|ies)|treatments?|to (?:cure|treat|heal|prevent|reverse|kill|fight|relieve))|(?:studies|research|science|trials) (?:prove|proves|have proven|has proven|proved)|miracle (?:herb|drug|remed(?:y|ies)|plant|oil|healing|healer|product|treatment)s?|guaranteed? (?:cures?|relief|results|recovery|healing|to (?:cure|heal|help))|(?:fertility|pregnancy) guaranteed|guaranteed (?:fertility|pregnancy)|100 ?% (?:cure|effective|success|guaranteed|relief|recovery)|permanent (?:relief|healing|solution|recovery)`,
    ),
    instead: 'traditionally used in Ayurveda',
  },
  {
    id: 'no-side-effects',
    kind: 'proof',
    match: wholeWords(
      `(?:no|zero|without(?: any)?|free (?:of|from)|absolutely no) (?:known |any |harmful |negative |adverse ){0,5}side${space}?effects|side${space}effect${space}free|(?:completely|totally|100 ?%|(?:100|one hundred) percent|perfectly) safe(?! to (?!use|take))`,
    ),
    instead: 'tell us about every medicine you take, and ask your physician first',
  },
  {
    id: 'approved-by-authority',
    kind: 'proof',
    match: wholeWords(
      `fda${space}(?:approved|certified|registered|cleared|endorsed|accepted)|approved by the (?:fda|food and drug administration)`,
    ),
    instead: 'these statements have not been evaluated by the Food and Drug Administration',
  },
  {
    id: 'cured-me',
    kind: 'testimonial',
    match: wholeWords(
      `(?:cured|healed|saved|rid)(?: of)? (?:me|my|him|her|us|his|our|their|them)(?: (?:life|\\w+ of))?|(?:i|he|she|we|they|who|husband|wife|mother|father|son|daughter|patient|patients|mom|dad) (?:was|were|is|am|are|got|has been|have been) (?:now )?(?:completely |totally |fully )?(?:cured|healed)`,
    ),
    instead: 'I felt rested after my visit',
  },
  {
    id: 'disease-is-gone',
    kind: 'testimonial',
    match: wholeWords(
      `(?:my|his|her|their|our|the|your)(?: \\w+){0,2}? ${either} (?:(?:is|are|was|were|has|have|had) )?${adverbs}(?:gone|disappeared|vanished|went away|cleared up|cleared|subsided|shrank|shrunk|dropped|normal again|disappears?|vanish(?:es)?|shrink|shrinks|go away|goes away)|${either} gone (?:in|within|after|for good)|no more ${disease}|${disease} (?:has |have |had )?${adverbs}(?:disappeared|vanished|went away|shrank|shrunk|is gone|are gone)`,
    ),
    instead: 'I felt rested after my visit',
  },
  {
    id: 'free-of-disease',
    kind: 'testimonial',
    match: wholeWords(
      `(?:${disease}|${customerMedicine}|symptom)${space}free(?! (?:store|shop|food|kitchen|recipe|menu))|free (?:from|of) ${disease}|(?:in|into|complete|full|total|achieved) remission|no longer (?:diabetic|depressed|asthmatic|arthritic|ill|sick)|no longer (?:have|has|had|suffers? from|suffering from)${within(2)}${either}`,
    ),
    instead: 'I felt rested after my visit',
  },
  {
    id: 'off-medicine',
    kind: 'testimonial',
    match: wholeWords(
      `(?:no longer (?:needs?|needed|takes?|taking|took|on|uses?|using|depends? on|require[sd]?)|came off|(?:is|am|are|was|were|got|now|went) off|stopped(?: taking| using)?|threw away|gave up|weaned off|quit(?: taking)?)${within(2)}${customerMedicine}`,
    ),
    instead: 'I felt rested after my visit',
  },
  ...broadPatterns,
]
