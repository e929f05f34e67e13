import { expect } from '@playwright/test';
import { expectScreenAccessible } from '../browser/accessibility.ts';
import { Screen } from './screen.ts';

/** The checkout: details, review, payment page and confirmation. */
export class Checkout extends Screen {
  /** Edits the details and enters the date of birth, which the screen lists as missing. */
  async completesBirthday(day: string): Promise<void> {
    await expect(this.main.getByText('Some details are missing')).toBeVisible();
    await expect(this.page.getByRole('button', { name: 'Proceed' })).toBeDisabled();
    await this.page.getByRole('button', { name: 'Edit' }).click();
    const form = this.page.getByRole('form', { name: 'Your details' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toContainText('to correct');
    await this.findsItAccessible();
    await this.typesDay(form, 'Date of birth', day);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await expect(this.main.getByText('Some details are missing')).toHaveCount(0);
  }

  async proceeds(): Promise<void> {
    await this.page.getByRole('button', { name: 'Proceed' }).click();
    await this.arrivesAt('Review Your Order');
  }

  async seesInOrder(name: string): Promise<void> {
    const order = this.page.getByRole('region', { name: 'Order items' });
    await expect(order.getByRole('heading', { level: 3, name })).toBeVisible();
  }

  async acceptsTerms(): Promise<void> {
    const pay = this.page.getByRole('button', { name: 'Proceed to Payment' });
    await expect(pay).toBeDisabled();
    await expect(this.page.getByText('You must accept the Terms & Conditions')).toBeVisible();
    await this.page.getByRole('checkbox', { name: /accept the booking terms/ }).check();
    await expect(pay).toBeEnabled();
  }

  async stillHasAcceptedTerms(): Promise<void> {
    await expect(this.page.getByRole('checkbox', { name: /accept the booking terms/ })).toBeChecked();
    await expect(this.page.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled();
  }

  async goesToPay(): Promise<void> {
    await this.page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(this.page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
    await expect(this.page).toHaveURL(/\/sandbox\/pay\//);
    await expectScreenAccessible(this.page, 'payment page of the sandbox');
  }

  /** Clicks “Proceed to Payment” and is warned that the dates of `courses` clash. Ticks “Book these dates anyway”. */
  async confirmsClashingDates(courses: readonly string[]): Promise<void> {
    await this.page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const alert = this.page.getByRole('alert').filter({ hasText: 'Some of your dates clash' });
    for (const course of courses) await expect(alert).toContainText(course);
    await expect(alert.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled();
    await this.findsItAccessible();
    await alert.getByRole('checkbox', { name: 'Book these dates anyway' }).check();
  }

  /** Accepts the terms on the review screen and goes on to the payment page. */
  async reachesPayment(): Promise<void> {
    await this.acceptsTerms();
    await this.goesToPay();
  }

  async pays(): Promise<void> {
    await this.page.getByRole('button', { name: 'Pay', exact: true }).click();
  }

  async declinesPayment(): Promise<void> {
    await this.page.getByRole('button', { name: 'Decline' }).click();
    await expect(this.page.getByRole('alert').filter({ hasText: 'Your payment was declined' })).toBeVisible();
    await this.arrivesAt('Payment declined');
  }

  async triesAgain(): Promise<void> {
    await this.main.getByRole('button', { name: 'Try again' }).click();
    await this.arrivesAt('Review Your Order');
  }

  /** Expects the confirmation with all booked courses. @returns the order number */
  async seesThanks(booked: readonly string[]): Promise<string> {
    await this.arrivesAt('Thank You');
    await expect(this.page).toHaveURL(/\/course-booking\/checkout\/confirmation\/LF-\d{4}-\d+-\d+$/);
    for (const name of booked) await expect(this.main.getByRole('heading', { level: 3, name })).toBeVisible();
    const number = this.main.getByRole('heading', { level: 2, name: /^LF-\d{4}-\d+$/ });
    await expect(number).toBeVisible();
    return (await number.textContent()) ?? '';
  }
}
