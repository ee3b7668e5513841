export type Synonyms = {
  /** Page or section. */
  url: string
  words: string[]
}

/** Search words for people who do not know our terms. They appear on no page. */
export const synonyms: Synonyms[] = [
  {
    url: '/services#gastritis',
    words: [
      'stomach',
      'stomach ache',
      'tummy',
      'belly',
      'acid reflux',
      'heartburn',
      'acidity',
      'GERD',
      'indigestion',
      'digestion',
      'gut',
      'bloating',
      'gas',
      'ulcer',
      'IBS',
    ],
  },
  {
    url: '/services#allergies',
    words: ['allergy', 'hay fever', 'pollen', 'sneezing', 'runny nose', 'sinus', 'hives', 'asthma', 'seasonal'],
  },
  {
    url: '/services#pain-management',
    words: [
      'back pain',
      'backache',
      'neck',
      'shoulder',
      'knee',
      'joints',
      'arthritis',
      'sore',
      'ache',
      'stiff',
      'sciatica',
      'headache',
      'migraine',
      'hurt',
    ],
  },
  {
    url: '/services#weight-management',
    words: ['lose weight', 'weight loss', 'overweight', 'obesity', 'fat', 'slim', 'diet', 'nutrition', 'eating'],
  },
  {
    url: '/services#skin-care',
    words: [
      'skincare',
      'acne',
      'pimples',
      'eczema',
      'psoriasis',
      'rash',
      'itch',
      'dry skin',
      'face',
      'facial',
      'beauty',
    ],
  },
  {
    url: '/services#shirodhara',
    words: ['sleep', 'insomnia', 'stress', 'anxiety', 'anxious', 'relax', 'forehead', 'calm', 'burnout', 'tired'],
  },
  {
    url: '/services#abhyangam',
    words: ['abhyanga', 'massage', 'body massage', 'oil massage', 'spa', 'bodywork', 'muscle'],
  },
  {
    url: '/services#panchakarma',
    words: ['panchkarma', 'detox', 'cleanse', 'purification', 'retreat', 'basti', 'nasya'],
  },
  {
    url: '/services#nadi-pareeksha',
    words: ['nadi pariksha', 'pulse', 'pulse reading', 'wrist', 'diagnosis', 'dosha'],
  },
  {
    url: '/services#general-consultation',
    words: ['consult', 'checkup', 'first visit', 'new patient', 'talk', 'advice', 'not sure'],
  },
  {
    url: '/about#team',
    words: [
      'doctor',
      'physician',
      'practitioner',
      'therapist',
      'specialist',
      'staff',
      'who',
      'woman',
      'women',
      'female',
      'lady',
      'man',
      'male',
      'licensed',
      'credentials',
    ],
  },
  { url: '/about#telehealth', words: ['video', 'online visit', 'virtual', 'zoom', 'remote', 'telemedicine'] },
  {
    url: '/appointments',
    words: ['reschedule', 'cancel', 'cancellation', 'change appointment', 'move appointment', 'my appointment', 'link'],
  },
  { url: '/booking', words: ['schedule', 'appointment', 'make an appointment', 'reserve', 'availability', 'slots'] },
  {
    url: '/resources#billing',
    words: ['HSA', 'FSA', 'insurance', 'health savings', 'receipt', 'superbill', 'reimbursement', 'copay', 'medicare'],
  },
  { url: '/resources#prices', words: ['price', 'cost', 'fee', 'rates', 'how much', 'charge'] },
  { url: '/resources#prepare', words: ['before my visit', 'pregnant', 'pregnancy', 'surgery'] },
  {
    url: '/contact',
    words: ['address', 'directions', 'location', 'map', 'phone number', 'call', 'email', 'open', 'WhatsApp'],
  },
  { url: '/contact#hours', words: ['hours', 'opening times', 'closed', 'weekend', 'saturday', 'sunday', 'holiday'] },
  {
    url: '/products',
    words: [
      'shop',
      'store',
      'buy',
      'order',
      'supplements',
      'herbs',
      'shipping',
      'delivery',
      'capsule',
      'tablet',
      'powder',
    ],
  },
  { url: '/#newsletter', words: ['newsletter', 'subscribe', 'unsubscribe', 'mailing list', 'news'] },
]

/** Spellings of one word that are too different for typo correction. */
export const spellings: string[][] = [
  ['kitchari', 'khichdi', 'khichri', 'kichadi', 'kitcheree'],
  ['abhyangam', 'abhyanga', 'abhyang'],
  ['basti', 'vasti'],
  ['panchakarma', 'panchkarma'],
  ['eczema', 'exema', 'excema'],
]
