/**
 * Search words for people who do not know our terms, by the address of a page or section. They appear on no page.
 */
export const synonyms: Record<string, string> = {
  '/services/gastritis':
    'stomach, stomach ache, tummy, belly, acid reflux, heartburn, acidity, GERD, indigestion, digestion, gut, bloating, gas, ulcer, IBS',
  '/services/allergies': 'allergy, hay fever, pollen, sneezing, runny nose, sinus, hives, asthma, seasonal',
  '/services/pain-management':
    'back pain, backache, neck, shoulder, knee, joints, arthritis, sore, ache, stiff, sciatica, headache, migraine, hurt',
  '/services/weight-management': 'lose weight, weight loss, overweight, obesity, fat, slim, diet, nutrition, eating',
  '/services/skin-care': 'skincare, acne, pimples, eczema, psoriasis, rash, itch, dry skin, face, facial, beauty',
  '/services#shirodhara': 'sleep, insomnia, stress, anxiety, anxious, relax, forehead, calm, burnout, tired',
  '/services/abhyangam': 'abhyanga, massage, body massage, oil massage, spa, bodywork, muscle',
  '/services#panchakarma': 'panchkarma, detox, cleanse, purification, retreat, basti, nasya',
  '/services/nadi-pareeksha': 'nadi pariksha, pulse, pulse reading, wrist, diagnosis, dosha',
  '/services/general': 'consult, checkup, first visit, new patient, talk, advice, not sure',
  '/about#team':
    'doctor, physician, practitioner, therapist, specialist, staff, who, woman, women, female, lady, man, male, licensed, credentials',
  '/about#telehealth': 'video, online visit, virtual, zoom, remote, telemedicine',
  '/appointments': 'reschedule, cancel, cancellation, change appointment, move appointment, my appointment, link',
  '/booking': 'schedule, appointment, make an appointment, reserve, availability, slots',
  '/resources#billing': 'HSA, FSA, insurance, health savings, receipt, superbill, reimbursement, copay, medicare',
  '/resources#prices': 'price, cost, fee, rates, how much, charge',
  '/resources#prepare': 'before my visit, pregnant, pregnancy, surgery',
  '/contact': 'address, directions, location, map, phone number, call, email, open, WhatsApp',
  '/contact#hours': 'hours, opening times, closed, weekend, saturday, sunday, holiday',
  '/products': 'shop, store, buy, order, supplements, herbs, shipping, delivery, capsule, tablet, powder',
  '/#newsletter': 'newsletter, subscribe, unsubscribe, mailing list, news',
}

/** Spellings of one word that are too different for typo correction. */
export const spellings: string[][] = [
  ['kitchari', 'khichdi', 'khichri', 'kichadi', 'kitcheree'],
  ['abhyangam', 'abhyanga', 'abhyang'],
  ['basti', 'vasti'],
  ['panchakarma', 'panchkarma'],
  ['eczema', 'exema', 'excema'],
]
