/** Where the focus goes once an appointment is booked. */
export const appointmentHeading = 'appointment-heading'
