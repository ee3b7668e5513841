/** The word beside 'What is Ayurveda?' and what its parts mean; both may be left out. */
export const etymology: { word?: string; parts: { word: string; meaning: string }[] } = {
  word: 'आयुर्वेद',
  parts: [
    { word: 'ayus', meaning: 'life' },
    { word: 'veda', meaning: 'knowledge' },
  ],
}
