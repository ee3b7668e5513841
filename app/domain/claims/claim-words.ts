// The words the patterns are made of, as regular expressions over text in lower case with single spaces.
// Both spellings: tumor and tumour, anemia and anaemia.
//
// Names of diseases, symptoms and medicines are recognized once, before the patterns, and overwritten letter by letter
// with a mark that no text contains. Patterns with all the names in each of them took a third of a second to compile.

/** Diseases by what a clinic may say instead. A group's wording must not be a claim itself (a test sees to it). */
export const diseaseGroups: { names: string; instead: string }[] = [
  {
    names: String.raw`diabet(?:es|ics?)|pre-?diabet(?:es|ics?)|pre-?diabetic|hypoglyc(?:a)?emia|hyperglyc(?:a?emia|a?emic)|insulin resistance|high (?:blood )?(?:sugar|glucose)`,
    instead: 'helps maintain blood sugar that is already within the normal range',
  },
  {
    names: String.raw`hypertension|(?:high|elevated) blood pressure|heart (?:disease|attack|failure)s?|cardi(?:ac|ovascular) (?:disease|problem|disorder)s?|coronary (?:artery|heart)? ?disease|angina|arrhythmias?|atherosclerosis|(?:clogged|blocked|hardened|hardening of the) arteries|blood clots?|thrombosis|(?<!(?:even|long|gentle|slow|steady|firm|light|smooth|broad|soft|upward|downward|outward|circular|rhythmic|brush|massage) )strokes?|(?:high|elevated|bad) cholesterol|hypercholesterola?emia|(?:hyper|dys)lipid(?:a)?emia|heart palpitations|tachycardia|raynaud'?s|varicose veins`,
    instead: 'supports heart health as part of a balanced diet',
  },
  {
    names: String.raw`(?:rheumatoid |osteo|psoriatic )?arthriti[sc]|rheumatism|gout|osteoporosis|fibromyalgia|sciatica|spondyl(?:osis|itis)|slipped dis[ck]s?|herniated dis[ck]s?|bursitis|tend[io]nitis|plantar fasciitis|scoliosis|osteopenia|rickets|tennis elbow|arthritic (?:joints|hands|knees)|carpal tunnel(?: syndrome)?|frozen shoulder|inflammation|inflammatory (?:disease|condition|disorder)s?`,
    instead: 'supports joint comfort and easy movement',
  },
  {
    names: String.raw`gastritis|(?:peptic |stomach |gastric |mouth )?ulcers?|colitis|crohn'?s|ibs|irritable bowel(?: syndrome)?|gerd|acid reflux|hyperacidity|diverticulitis|celiac(?: disease)?|leaky gut|dysentery|h(?:a)?emorrhoids?|(?<!in )piles|fistulas?|hernias?|gallstones?|hepatitis|cirrhosis|jaundice|fatty liver|liver (?:disease|damage|disorder|problem)s?|pancreatitis|dyspepsia|intestinal (?:worm|parasite)s?|food poisoning|indigestion|ibd|(?:anal )?fissures|worm infestations?|hangovers?|gastro-?enteritis`,
    instead: 'supports comfortable digestion and regularity',
  },
  {
    names: String.raw`asthma|bronchitis|copd|emphysema|pneumonia|sinusitis|sinus infections?|hay fever|allerg(?:y|ies)|allergic (?:rhinitis|reaction)s?|tuberculosis|sleep apn(?:o)?ea|whooping cough|pertussis|pleurisy|cystic fibrosis|laryngitis|pharyngitis|rhinitis|chest congestion|croup|respiratory (?:disease|disorder|infection|problem|ailment)s?`,
    instead: 'supports clear, easy breathing',
  },
  {
    names: String.raw`(?:common |head )colds?|(?<=(?:fight|fights|fighting|prevent|prevents|preventing|cure|cures|curing|treat|treats|beat|beats|for|off|and) )colds|colds,? (?:and|or|&) (?:the )?flu|flu|influenza|covid(?:-?19)?|corona ?virus(?:es)?|sars(?:-cov-2)?|hiv(?:\/aids)?|herpes|shingles|hpv|warts|malaria|dengue|measles|mumps|chicken ?pox|(?:viral |bacterial |fungal |yeast |ear |bladder |urinary tract |skin |chest |throat |recurrent ){0,5}infections?|utis?|candida|candidiasis|sepsis|lyme(?: disease)?|strep throat|sore throats?|tonsillitis|epidemics?|pandemics?|tetanus|cholera|typhoid|ebola|zika|mpox|monkeypox|rabies|norovirus|rsv|cold sores|stds?|stis?|sexually transmitted (?:disease|infection)s?|syphilis|gonorrh(?:o)?ea|chlamydia|cystitis|vaginitis|vaginosis|impetigo|cellulitis|pink ?eye|otitis`,
    instead: 'supports the immune system',
  },
  {
    names: String.raw`depression|(?:generali[sz]ed |social )?anxiety(?: disorders?| attacks?)?|panic attacks?|ptsd|adhd|autism|bipolar(?: disorder)?|schizophrenia|addictions?|alcoholism|ocd|phobias?|eating disorders|anorexia|bulimia|(?:opioid |alcohol |nicotine )?withdrawal symptoms|mental (?:illness|disorder|disease)(?:e?s)?`,
    instead: 'helps you relax and find a calm hour',
  },
  {
    names: String.raw`insomnia|sleep disorders?|narcolepsy|restless legs?(?: syndrome)?`,
    instead: 'helps you settle down for a restful night',
  },
  {
    names: String.raw`alzheimer'?s?|dementia|parkinson'?s?|epilepsy|seizures|multiple sclerosis|paralysis|neuropathy|neuralgia|migraines?|memory loss|brain (?:damage|disease|disorder)s?|vertigo|tinnitus|brain injur(?:y|ies)|concussions?|bell's palsy|(?:memory|cognitive) (?:impairment|decline)s?|muscular dystrophy|chronic fatigue(?: syndrome)?|nerv(?:e|ous) (?:damage|disorder|disease)s?`,
    instead: 'supports concentration and a clear mind',
  },
  {
    names: String.raw`eczema|psoriasis|acne|rosacea|dermatitis|vitiligo|leu[ck]oderma|leprosy|ringworm|athlete'?s foot|boils|scabies|urticaria|cold urticaria|melasma|dandruff|bed ?sores|leu[ck]oplakia|acne scars|skin (?:disease|disorder|condition|problem|ailment)s?|hair (?:loss|fall)|alopecia|baldness`,
    instead: 'cares for the look and feel of dry skin and hair',
  },
  {
    names: String.raw`infertility|impotence|erectile dysfunction|sexual (?:dysfunction|weakness|disorder|problem)s?(?: issues)?|low sperm count|varicoceles?|premature ejaculation|pcos|pcod|polycystic ovar(?:y|ies)(?: syndrome)?|endometriosis|fibroids?|(?:enlarged prostate|prostatic (?:enlargement|hyperplasia)|prostate (?:enlargement|problem|disease)s?|prostatitis|bph)|menstrual (?:disorder|problem)s?|leucorrh(?:o)?ea|miscarriages?`,
    instead: 'has a long tradition in caring for men and women at every age',
  },
  {
    names: String.raw`(?:kidney|renal|gall ?bladder|urinary|bladder) (?:disease|failure|stone|disorder|problem)s?|incontinence|an(?:a)?emia|hypothyroidism|hyperthyroidism|thyroid (?:disease|disorder|problem|condition)s?|goit(?:er|re)s?|obesity|lupus|leuk(?:a)?emia|hashimoto'?s|graves'? disease|sjogren'?s|scleroderma|sarcoidosis|gingivitis|periodontitis|ascites|kidney stones|h(?:a)?emophilia|sickle cell(?: disease)?|(?:auto-?immune|metabolic|chronic|degenerative|genetic|rare|infectious|incurable|terminal|life-threatening|serious|major|heart|lung|eye|blood|bone|joint|gum|digestive|stomach|gut|bowel) (?:disease|disorder|illness|ailment|condition)(?:e?s)?|metabolic syndrome|glaucoma|cataracts?|macular degeneration|conjunctivitis|(?:breast |lung |prostate |skin |colon |liver |blood |brain |ovarian |cervical )?cancers?|tumou?rs?|melanomas?|lymphomas?|carcinomas?|polyps|cysts?`,
    instead: 'supports everyday well-being alongside the care of your physician',
  },
  {
    names: String.raw`diseases?|disorders?|illness(?:es)?|ailments?|sickness(?:es)?|maladies|malady|health (?:problem|condition|issue)s?|medical (?:problem|condition|issue)s?|chronic conditions?|any condition|(?:all|many|most|various|several|hundreds of|a (?:wide )?(?:range|variety) of) (?:health |medical )?(?:condition|problem)s`,
    instead: 'supports everyday well-being',
  },
]

/** A symptom is no disease, but claiming to relieve it is a drug claim (101.93(g)(2)(ii)). */
const symptoms = String.raw`(?:(?:chronic|severe|acute|crushing|chest|joint|back|knee|neck|shoulder|hip|muscle|muscular|nerve|stomach|abdominal|menstrual|period|tooth|arthritic|body|migraine|debilitating|lower|all|any|the|your|my) ){0,5}pains?|head ?aches?|tooth ?aches?|fevers?|coughs?|coughing|nausea|vomiting|swelling|edema|oedema|itching|rash(?:es)?|hives|wheezing|dizziness|diarrh(?:o)?ea|constipation|heartburn|acidity|numbness|palpitations|bleeding|sneezing|congestion`

const medicines = String.raw`prozac|zoloft|xanax|valium|ambien|viagra|cialis|levitra|ozempic|wegovy|metformin|insulin|statins?|lipitor|crestor|ibuprofen|advil|motrin|aleve|nsaids?|aspirin|tylenol|acetaminophen|paracetamol|celebrex|claritin|zyrtec|benadryl|nexium|prilosec|ritalin|adderall|prednisone|cortisone|steroids?|steroid (?:cream|inhaler)s?|inhalers?|chemo(?:therapy)?|radiation(?: therapy)?|dialysis|opioids?|painkillers?|pain ?(?:relievers?|pills|killers)|antibiotics?|antacids?|antidepressants?|anti-depressants?|antihistamines?|tranquili[sz]ers?|sleeping pills|blood thinners?|beta blockers?|hormone replacement(?: therapy)?|hrt|vaccines?|surgery|surgeries|operations?|(?:prescription|pharmaceutical|conventional|modern|western|allopathic|synthetic|chemical|dangerous|toxic|otc|over-the-counter|cholesterol|thyroid|blood pressure) (?:drugs?|medicines?|medications?|meds|pills|treatments?|therap(?:y|ies))`

const marks = { disease: '\ue001', symptom: '\ue002', medicine: '\ue003' }

/** These match only in a text with marked names. */
export const disease = `${marks.disease}+`
export const symptom = `${marks.symptom}+`
export const medicine = `(?:${marks.medicine}+|${disease} (?:drugs?|medicines?|medications?|meds|pills))`

/** Measured values. */
export const reading = `(?:blood[ -]?(?:sugar|glucose|pressure|lipids?)|(?:ldl )?cholesterol|triglycerides?|uric acid|${medicine} levels?|a1c|hba1c|glucose levels?|sugar levels?|heart rate|thyroid (?:hormones?|levels?))`

/** Only where the words around say that a person takes it. */
export const customerMedicine = `(?:${medicine}|medications?|medicines?|meds|pills|drugs|tablets|prescriptions?)`

const names = [
  { mark: marks.disease, match: wholeWords(diseaseGroups.map((group) => group.names).join('|')) },
  { mark: marks.symptom, match: wholeWords(symptoms) },
  { mark: marks.medicine, match: wholeWords(medicines) },
]

/** Keeps the length of the text. */
export const markNames = (plain: string) =>
  names.reduce((text, { mark, match }) => text.replace(match, (name) => mark.repeat(name.length)), plain)

// Word separators; everything else up to the end of a clause belongs to a word. A text can be split in only one way, so
// the search stays linear.
export const between = String.raw`[ ,"()[\]*_]+'?`
const word = String.raw`(?!(?:if|when|who|whose|because|unless|than|though|although|while|but|not|without|yourself|before|after|-)\b)(?:[^ ,"()[\]*_.;:!?\n]|\.(?=\d))+`
export const within = (most: number) => `:?(?:${between}${word}){0,${most}}?:?${between}`
export function wholeWords(source: string) {
  return new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, 'g')
}

export const offers = String.raw`herbs?|herbal (?:tea|oil|formula|product|supplement)s?|oils?|teas?|tonics?|powders?|capsules?|tablets?|supplements?|products?|formulas?|formulations?|extracts?|blends?|balms?|salves?|creams?|syrups?|juices?|drops|decoctions?|pastes?|ghee|massages?|ayurveda|ayurvedic medicines?|alternative medicines?|panchakarma|shirodhara|abhyangam?|nasya|basti|triphala|ashwagandha|turmeric|curcumin|neem|tulsi|brahmi|guggul|shallaki|boswellia|shilajit|karela|garlic|ginger|fenugreek|arjuna|amla|guduchi|giloy|shatavari|licorice|chyawanprash|aloe(?: vera)?|yoga|meditation|acupuncture|remed(?:y|ies)|solutions?|cures?|antidotes?`

/** Forms of a regular verb: cure -> cure, cures, cured, curing; 'stop:' doubles its last letter. */
export const verbs = (list: string) => list.split(' ').map(toVerbForms).join('|')

function toVerbForms(verb: string) {
  if (verb.endsWith(':')) {
    const stem = verb.slice(0, -1)
    return `${stem}(?:s|${stem.at(-1)}ed|${stem.at(-1)}ing)?`
  }
  if (verb.endsWith('e')) return `${verb.slice(0, -1)}(?:e[sd]?|ing)`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}(?:y|ies|ied|ying)`
  if (/(?:s|sh|ch|x)$/.test(verb)) return `${verb}(?:es|ed|ing)?`
  return `${verb}(?:s|ed|ing)?`
}
