import type { ServiceCategory, WellnessService } from '#app/domain/catalogue/service.ts'
import type { PlateName } from './pictures.ts'

export const services: (WellnessService & { picture?: PlateName })[] = [
  {
    id: 'general',
    title: 'General Consultation',
    category: 'General Appointment',
    duration: '1 hr',
    price: 'At the time of Service',
    summary: 'A first or follow-up appointment with time to talk.',
    description:
      'A first or follow-up appointment with time to talk. We ask about sleep, food, work and habits, look at what already works for you, and agree on one or two changes to try.',
    picture: 'general',
  },
  {
    id: 'panchakarma',
    title: 'Panchakarma',
    sanskrit: 'पञ्चकर्म',
    category: 'Panchakarma',
    duration: '1 hr',
    price: 'Depends on Treatment plan',
    summary: 'A planned series of oil, steam and food practices.',
    description:
      'A planned series of traditional oil, steam and dietary practices, spread over several appointments. We start with a consultation so the plan suits your strength and your calendar.',
    picture: 'panchakarma',
  },
  {
    id: 'abhyangam',
    title: 'Abhyangam',
    sanskrit: 'अभ्यङ्गम्',
    category: 'Panchakarma',
    duration: '1 hr',
    price: 'Depends on the treatment',
    summary: 'Full-body massage with warm oil.',
    description:
      'A full-body massage with warm herbal oil, given in long, even strokes. Plan for a quiet hour afterward.',
    picture: 'abhyangam',
  },
  {
    id: 'shirodhara',
    title: 'Shirodhara',
    sanskrit: 'शिरोधारा',
    category: 'Panchakarma',
    duration: '1 hr',
    price: 'Depends on the treatment',
    summary: 'A steady stream of warm oil over the forehead.',
    description:
      'A thin, steady stream of warm oil over the forehead while you lie still. Unhurried, and followed by time to rest.',
    picture: 'shirodhara',
  },
  {
    id: 'nadi-pareeksha',
    title: 'Nadi Pareeksha',
    sanskrit: 'नाडी परीक्षा',
    category: 'Tailored Services',
    duration: '1 hr',
    price: 'At the time of Service',
    summary: 'Pulse observation, three fingers at the wrist.',
    description:
      'Traditional pulse observation. Three fingers rest at the wrist while the practitioner notes rhythm and quality. It informs our conversation; it does not replace medical tests.',
    picture: 'nadi-pareeksha',
  },
  {
    id: 'pain-management',
    title: 'Pain Management',
    category: 'Tailored Services',
    duration: '1 hr',
    price: 'Depends on the treatment',
    summary: 'Warm oil, gentle heat and advice on movement.',
    description:
      'Warm oils, gentle heat and advice on movement for people with everyday aches and stiffness, alongside any care your physician already gives you.',
    picture: 'pain-management',
  },
  {
    id: 'weight-management',
    title: 'Weight Management',
    category: 'Tailored Services',
    duration: '1 hr',
    price: 'Price varies',
    summary: 'Meals and routine, at a pace you can keep.',
    description:
      'Meal timing, food choices and daily routine, set at a pace you can keep. No crash diets and no promises about numbers.',
    picture: 'weight-management',
  },
  {
    id: 'skin-care',
    title: 'Skin Care',
    category: 'Tailored Services',
    duration: '1 hr',
    price: 'Price varies',
    summary: 'Simple routines with herbs and oils.',
    description:
      'Simple routines with herbs and oils chosen for your skin type, and a look at the food and rest behind it.',
    picture: 'skin-care',
  },
  {
    id: 'allergies',
    title: 'Allergies',
    category: 'Tailored Services',
    duration: '1 hr',
    price: 'Depends on Treatment plan',
    summary: 'Seasonal routines and food guidance.',
    description:
      'Seasonal routines and food guidance for people who live with allergies. Keep taking prescribed medicines, and carry them with you.',
    picture: 'allergies',
  },
  {
    id: 'gastritis',
    title: 'Gastritis',
    category: 'Tailored Services',
    duration: '1 hr',
    price: 'Depends on Treatment plan',
    summary: 'A calm look at what, when and how you eat.',
    description:
      'A calm look at what, when and how you eat, with gentle food guidance. For severe or lasting pain, see a physician first.',
    picture: 'gastritis',
  },
  {
    id: 'spring-detox',
    title: 'Spring Detox Program',
    duration: '1 hr',
    price: 'Depends on Treatment plan',
    summary: 'A spring plan of lighter meals, rest and oil practices.',
    description:
      'A spring plan of lighter meals, regular rest and traditional oil practices. We agree on it with you at your first appointment.',
    picture: 'general',
  },
]

/** The services on the home page, in this order. */
export const featuredServiceIds = [
  'panchakarma',
  'nadi-pareeksha',
  'abhyangam',
  'shirodhara',
  'skin-care',
  'weight-management',
]

/** The groups of /services. Their anchors must differ from the cards' own, such as #panchakarma. */
export const serviceGroups: { category: ServiceCategory; anchor: string; intro: string }[] = [
  {
    category: 'General Appointment',
    anchor: 'group-general-appointment',
    intro: 'The usual first step, and the right place if you’re not sure what you need.',
  },
  {
    category: 'Panchakarma',
    anchor: 'group-panchakarma',
    intro: 'Oil, heat and quiet. These therapies follow one another in a planned series, or stand alone.',
  },
  {
    category: 'Tailored Services',
    anchor: 'group-tailored-services',
    intro: 'A consultation around one concern. We listen first, then suggest a plan you can follow at home.',
  },
]
