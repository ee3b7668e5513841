/** On the page of an appointment: what its address opens. Apart, since other pages of the dashboard load its other words. */
export const adminAddresses = {
  entered:
    'Entered by the clinic. It opens the appointment and empty forms, but nothing that was given before, until the patient has proved it and somebody who reads health answers has confirmed it.',
  'by-link':
    'Entered through the link after booking. It opens nothing that was given before, until somebody who reads health answers has confirmed it.',
  confirmed: 'Entered by the clinic or through the link, and confirmed as the patient’s.',
  proved: 'The patient has proved it.',
  unproved: 'Nobody has proved it yet.',
  confirm: 'Confirm as the patient’s',
  unconfirm: 'Take the confirmation back',
  changed: 'The address was changed meanwhile. Please look again.',
}
