import { expect } from '@playwright/test';
import type { StudentAccount } from '../site/students.ts';
import { Screen } from './screen.ts';
import { SignIn } from './sign-in.ts';
import { Student } from './student.ts';

/** A person who is not signed in. */
export class Visitor extends Screen {
  async opensHome(): Promise<void> {
    await this.page.goto('/');
    await this.arrivesAt(/./);
  }

  async exploresCourses(): Promise<void> {
    await this.page.getByRole('main').getByRole('link', { name: 'Explore Courses' }).click();
    await this.arrivesAt('All courses');
  }

  async opensCourse(name: string): Promise<void> {
    const card = this.main
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { level: 3, name, exact: true }) });
    await card.getByRole('link', { name: /^View Course/ }).click();
    await this.arrivesAt(name);
  }

  /** Opens the page of a course by its link on Home. */
  async opensCourseOfHome(name: string): Promise<void> {
    await this.main.getByRole('link', { name, exact: true }).first().click();
    await this.arrivesAt(name);
  }

  /** Finds a course by the search in the header, and opens it. */
  async findsCourse(words: string, name: string): Promise<void> {
    await this.page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await this.arrivesAt('Search');
    await expect(this.main.getByRole('searchbox')).toBeFocused();
    await this.page.keyboard.type(words);
    await this.main
      .getByRole('region', { name: /^Courses/ })
      .getByRole('link', { name, exact: true })
      .click();
    await this.arrivesAt(name);
  }

  async opensTab(label: string): Promise<void> {
    await this.page.getByRole('tab', { name: label }).click();
    await expect(this.page.getByRole('tabpanel', { name: label })).toBeVisible();
    await this.arrivesAt(/./);
  }

  async startsBooking(): Promise<void> {
    await this.page.getByRole('link', { name: 'Book this course' }).filter({ visible: true }).first().click();
    await expect(this.page.getByText('Login to view courses')).toBeVisible();
    await this.arrivesAt('Login');
  }

  async opensLogin(): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await this.arrivesAt('Login');
  }

  async signsInByPassword(student: StudentAccount): Promise<Student> {
    await new SignIn(this.page).byPassword(student);
    return new Student(this.page);
  }

  async signsInByWhatsappCode(student: StudentAccount): Promise<Student> {
    await new SignIn(this.page).byWhatsappCode(student);
    return new Student(this.page);
  }

  async signsInByApi(student: StudentAccount): Promise<Student> {
    await new SignIn(this.page).byApi(student);
    return new Student(this.page);
  }
}
