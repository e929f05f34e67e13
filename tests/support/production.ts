/**
 * Environment variables with which the server starts in production mode. While it starts, the server contacts none of
 * the services that these variables name.
 */
export const productionEnv = {
  LANDFALL_ENV: 'production',
  SECRET: 'f3c1a09be2d74865f3c1a09be2d74865',
  PUBLIC_URL: 'https://academy.example.com',
  OTP_PROVIDER: 'msg91',
  MSG91_WIDGET_ID: 'widget',
  MSG91_TOKEN: 'token',
  MSG91_AUTH_KEY: '412345AbCdEfGhIjKlMn',
  PAYMENT_PROVIDER: 'cashfree',
  CASHFREE_CLIENT_ID: 'client',
  CASHFREE_CLIENT_SECRET: 'cfsk_ma_prod_0123456789abcdef',
  CASHFREE_MODE: 'production',
  SMTP_URL: 'smtps://user:hush@mail.example.com:465',
  MAIL_FROM: 'bookings@example.com',
};
